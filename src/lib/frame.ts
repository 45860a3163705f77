let markReplaced = () => {}

const replaced = new Promise<void>((resolve) => {
  markReplaced = resolve
})

/** Called when the app has taken the place of the prerendered frame. */
export const markFrameReplaced = () => markReplaced()

/** Calls `scroll` once the page is in the document: on a first load, its effects run while the frame is still shown. */
export async function whenInDocument(scroll: () => void) {
  if (document.querySelector('[data-frame]')) await replaced
  scroll()
}
