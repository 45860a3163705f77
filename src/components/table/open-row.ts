import type { MouseEvent } from 'react'

const controls = 'a, button, input, select, textarea, label'

/**
 * A click anywhere in a row presses the control of it that is marked with `data-opens-row`; not a click on another
 * control, one that ends a selection of text, or one with another button or key.
 */
export function openRow({ target, currentTarget, button, ...keys }: MouseEvent<HTMLElement>) {
  const opens = currentTarget.querySelector<HTMLElement>('[data-opens-row]')
  if (!opens || button !== 0 || keys.metaKey || keys.ctrlKey || keys.shiftKey || keys.altKey) return
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)) return
  if (window.getSelection()?.isCollapsed === false) return
  // So that what it opens gives the focus back to it.
  opens.focus()
  opens.click()
}
