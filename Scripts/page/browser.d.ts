// What the page's modules use of a browser, for `tsc` in `make lint`: a node is whatever its selector says it is, and an
// event brings what its sender put in. Names of ours are checked, those of the browser only as far as this.
interface Event { detail: any; clipboardData: any }
interface EventTarget { closest(selector: string): any }
interface ParentNode { querySelector(selector: string): any; querySelectorAll(selector: string): NodeListOf<any> }
interface MapConstructor { groupBy(items: any[], key: (item: any) => any): Map<any, any> }
interface Document { caretPositionFromPoint(x: number, y: number): any }
