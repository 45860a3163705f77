/** What both drivers offer. Scripts are function bodies that run in the page. */
export type Browser = {
  open(url: string): Promise<void>
  run(script: string): Promise<unknown>
  /** Clicks the element that the script returns; false if it returns none. */
  click(script: string): Promise<boolean>
  /** Types into the element that the script returns; false if it returns none. */
  type(script: string, text: string): Promise<boolean>
  close(): Promise<void>
}
