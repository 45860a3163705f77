import type { MouseEvent } from 'react'

const controls = 'a, button, input, select, textarea, label'

/**
 * A click anywhere in a row presses its `data-opens-row` control; not on another control, after selecting text, or with
 * another button or a modifier key.
 */
export function openRow({ target, currentTarget, button, ...keys }: MouseEvent<HTMLElement>) {
  const opens = currentTarget.querySelector<HTMLElement>('[data-opens-row]')
  if (!opens || button !== 0 || keys.metaKey || keys.ctrlKey || keys.shiftKey || keys.altKey) return
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)) return
  if (window.getSelection()?.isCollapsed === false) return
  // What it opens returns the focus to it.
  opens.focus()
  opens.click()
}
