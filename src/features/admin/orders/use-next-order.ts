import { useRef } from 'react'
import { detailsId } from './order-columns'

/** On close, focuses the opener; after a status change the next or previous row, as the order may have left the list. */
export function useNextOrder(id: string, listed: readonly string[]) {
  const before = useRef(listed)
  const changed = useRef(false)

  return {
    remember() {
      if (listed.includes(id)) before.current = listed
    },
    moveOn() {
      changed.current = true
    },
    control(): HTMLElement | null {
      const at = before.current.indexOf(id)
      if (!changed.current || at === -1) return null
      const wanted = [...before.current.slice(at + 1), id, ...before.current.slice(0, at).reverse()]
      const found = wanted.map((each) => document.getElementById(detailsId(each)))
      const control = found.find((each) => each !== null)
      // The button is hidden on phones.
      return control?.checkVisibility?.() === false
        ? (control.closest('tr')?.querySelector<HTMLElement>('[data-opens-row]') ?? null)
        : (control ?? null)
    },
  }
}
