import { useRef } from 'react'
import { detailsId } from './order-columns'

/**
 * The focus target when the details of an order close. After a status change that is the next row, or else the previous
 * one, of the list before the change, as the order may have left the list.
 */
export function useNextOrder(id: string, listed: readonly string[]) {
  const before = useRef(listed)
  const changed = useRef(false)

  return {
    /** Call before the list changes. */
    remember() {
      if (listed.includes(id)) before.current = listed
    },
    moveOn() {
      changed.current = true
    },
    /** Null to return the focus to the opener. */
    control(): HTMLElement | null {
      const at = before.current.indexOf(id)
      if (!changed.current || at === -1) return null
      const wanted = [...before.current.slice(at + 1), id, ...before.current.slice(0, at).reverse()]
      const found = wanted.map((each) => document.getElementById(detailsId(each)))
      return found.find((control) => control !== null) ?? null
    },
  }
}
