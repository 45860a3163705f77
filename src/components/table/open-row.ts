import type { MouseEvent } from 'react'
import { isPlainClick } from '@/lib/plain-click'

const controls = 'a, button, input, select, textarea, label'

/** A plain click on a row, but not on a control or after selecting text, clicks its `data-opens-row` control. */
export function openRow(event: MouseEvent<HTMLElement>) {
  const { target, currentTarget } = event
  const opens = currentTarget.querySelector<HTMLElement>('[data-opens-row]')
  if (!opens || !isPlainClick(event)) return
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)) return
  if (window.getSelection()?.isCollapsed === false) return
  // A dialog returns the focus to it.
  opens.focus()
  opens.click()
}
