// One import serves a program: entries and dates, events and ids, queries come with the diary.

@_exported public import DiaryModel
@_exported public import DiarylogTextSearch
@_exported public import EventStore
