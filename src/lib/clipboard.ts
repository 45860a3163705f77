/**
 * Returns whether it worked. Falls back to `execCommand` if the Clipboard API is refused or missing. Rejects if the text
 * does. Safari copies what arrives after the click only if the clipboard was opened in the click.
 */
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
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position:fixed;opacity:0'
  document.body.append(area)
  area.focus()
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
