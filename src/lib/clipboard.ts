/** Returns whether it worked; rejects if `text` does. Safari copies later text only if the click opened the clipboard. */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string' || typeof ClipboardItem === 'undefined')
      await navigator.clipboard.writeText(await text)
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then(plainText) })])
    return true
  } catch {
    return copySelected(await text)
  }
}

const plainText = (text: string) => new Blob([text], { type: 'text/plain' })

function copySelected(text: string): boolean {
  const focused = document.activeElement
  const textarea = document.createElement('textarea')
  textarea.value = text
  textarea.readOnly = true
  textarea.style.cssText = 'position:fixed;opacity:0'
  document.body.append(textarea)
  textarea.focus()
  textarea.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    textarea.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
