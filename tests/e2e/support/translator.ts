import type { Page } from '@playwright/test'

// What Google Translate does to a page.

type Translated = { text: Text; was: string | null; font: Element }
declare global {
  interface Window {
    translated: Translated[]
  }
}

/** Runs in the page: each text becomes another one in <font>, and the text of the app is no longer in the page. */
export function translate() {
  window.translated = []
  const kept = 'font, title, script, style, svg, option, textarea, [translate="no"]'
  const replace = (text: Node) => {
    if (!(text instanceof Text) || !text.data.trim() || text.parentElement?.closest(kept) !== null) return
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild?.append(text.data)
    window.translated.push({ text, was: text.nodeValue, font })
    text.replaceWith(font)
  }
  const replaceAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = [root]
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) replace(text)
  }
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records) for (const node of [...addedNodes, target]) replaceAll(node)
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** The texts that the app has changed while the page still shows the old ones. */
export const outdated = (page: Page) =>
  page.evaluate(() => {
    const found = window.translated.filter(
      ({ text, was, font }) => text.nodeValue !== was && font.isConnected,
    )
    return found.map(
      ({ text, was, font }) =>
        `${was} -> ${text.nodeValue} in ${font.parentElement?.outerHTML.slice(0, 300)}`,
    )
  })
