import type { MouseEvent } from 'react'

const controls = 'a, button, input, select, textarea, label'

/** A plain click in a row, except on another control or after selecting text, presses its `data-opens-row` control. */
export function openRow({ target, currentTarget, button, ...keys }: MouseEvent<HTMLElement>) {
  const opens = currentTarget.querySelector<HTMLElement>('[data-opens-row]')
  if (!opens || button !== 0 || keys.metaKey || keys.ctrlKey || keys.shiftKey || keys.altKey) return
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)) return
  if (window.getSelection()?.isCollapsed === false) return
  // A dialog returns the focus to it.
  opens.focus()
  opens.click()
}
