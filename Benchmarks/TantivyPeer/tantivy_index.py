"""Indexes by tantivy, used by its own advice: a date as a fast field, a term or phrase for a word, a regular expression
for a beginning, one thread and one commit for many texts.

A kind of index says how texts are cut and how the grammar of our queries is put into its own:

    Words    the tokenizer that tantivy takes if it is not told another: words as they stand. A Korean word is found
             by its beginning, since an ending follows it mostly
    Grams    tantivy's own n-grams, of two and three characters. They have no positions: no phrases, no beginnings
    Pairs    the application cuts: words of other scripts as they are, Hangul, Han and Kana in neighbouring pairs, a
             character that stands alone by itself. A Korean word is then a phrase of its pairs
"""

import re

import tantivy

SYLLABIC = r"\u3040-\u30ff\u3131-\u318e\u4e00-\u9fff\uac00-\ud7a3"
PIECES = re.compile(f"[{SYLLABIC}]+|[^\\W_{SYLLABIC}]+")
# A query in our grammar: phrases, the word OR, words with a star or without.
PARTS = re.compile(r'"([^"]*)"|(\S+)')


def terms(text):
    """The terms of a text for an index of pairs, in order."""
    found = []
    for piece in PIECES.findall(text):
        if piece[0] < "\u3040":
            found.append(piece.lower())
        elif len(piece) == 1:
            found.append(piece)
        else:
            found.extend(piece[i:i + 2] for i in range(len(piece) - 1))
    return found


def plain(text):
    """The words of a text as tantivy's own tokenizer cuts them."""
    return re.findall(r"[^\W_]+", text.lower())


class Kind:
    def cut(self, text):
        return text

    def schema(self):
        builder = tantivy.SchemaBuilder()
        # Not unsigned: a number of that kind is not found when a document is to be deleted.
        builder.add_integer_field("number", indexed=True, fast=True)
        builder.add_unsigned_field("order", fast=True)
        builder.add_text_field("text", tokenizer_name="cut", index_option=self.positions)
        return builder.build()

    def opened(self, folder):
        """The index of a folder, and whether it was there already."""
        isOld = tantivy.Index.exists(folder)
        index = tantivy.Index(self.schema(), path=folder, reuse=True)
        index.register_tokenizer("cut", self.analyzer())
        return index, isOld

    def document(self, number, order, text):
        document = tantivy.Document()
        document.add_integer("number", number)
        document.add_unsigned("order", order)
        document.add_text("text", self.cut(text))
        return document

    def query(self, schema, text):
        """A query in our grammar as tantivy's; None where this kind of index has no way to ask it."""
        choices, all = [], []
        for phrase, word in PARTS.findall(text) + [("", "OR")]:
            if word == "OR":
                if not all or None in all:
                    return None
                choices.append(all[0] if len(all) == 1 else self.joined(tantivy.Occur.Must, all))
                all = []
            elif word and (word[0] == "-" or any(sign in "():" for sign in word)):
                return None
            elif word != "AND":
                all.append(self.part(schema, phrase or word.rstrip("*"), bool(phrase), word.endswith("*")))
        return choices[0] if len(choices) == 1 else self.joined(tantivy.Occur.Should, choices)

    @staticmethod
    def joined(occur, queries):
        return tantivy.Query.boolean_query([(occur, query) for query in queries])

    @staticmethod
    def phrase(schema, words):
        if not words:
            return None
        if len(words) == 1:
            return tantivy.Query.term_query(schema, "text", words[0], "freq")
        return tantivy.Query.phrase_query(schema, "text", words)

    @staticmethod
    def beginning(schema, word):
        return tantivy.Query.regex_query(schema, "text", re.escape(word) + ".*")


class Words(Kind):
    name, positions = "words", "position"
    promise = "finds beginnings of words"

    @staticmethod
    def analyzer():
        simple = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
        return simple.filter(tantivy.Filter.remove_long(40)).filter(tantivy.Filter.lowercase()).build()

    def part(self, schema, text, isPhrase, isPrefix):
        words = plain(text)
        if len(words) == 1 and (isPrefix or not isPhrase and words[0][0] >= "\u3040"):
            return self.beginning(schema, words[0])
        return self.phrase(schema, words)


class Grams(Kind):
    name, positions = "n-grams", "freq"
    promise = "finds parts of words of two characters and more; of longer ones, texts that hold their parts anywhere"

    @staticmethod
    def analyzer():
        grams = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.ngram(2, 3, False))
        return grams.filter(tantivy.Filter.lowercase()).build()

    def part(self, schema, text, isPhrase, isPrefix):
        text = text.lower()
        if isPrefix or len(text) < 2:
            return None
        grams = [text[i:i + 3] for i in range(max(1, len(text) - 2))]
        all = [tantivy.Query.term_query(schema, "text", gram, "freq") for gram in grams]
        return all[0] if len(all) == 1 else self.joined(tantivy.Occur.Must, all)


class Pairs(Kind):
    name, positions = "pairs cut by the application", "position"
    promise = "finds parts of Korean words of two syllables and more"

    @staticmethod
    def analyzer():
        return tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()

    def cut(self, text):
        return " ".join(terms(text))

    def part(self, schema, text, isPhrase, isPrefix):
        words = terms(text)
        if isPrefix and words and text[-1] < "\u3040":
            return self.beginning(schema, words[-1])
        return self.phrase(schema, words)


KINDS = [Words, Grams, Pairs]
