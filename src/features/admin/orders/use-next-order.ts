import { useRef } from 'react'
import { detailsId } from './order-columns'

/**
 * Where the focus goes when the details of an order close. Once its status was changed that is the row after it, as the
 * list stood before the change: the order itself may have left the list. After the last row it is the last one there is.
 */
export function useNextOrder(id: string, listed: readonly string[]) {
  const before = useRef(listed)
  const changed = useRef(false)

  return {
    /** A status is being set: the list is about to change. */
    remember() {
      if (listed.includes(id)) before.current = listed
    },
    moveOn() {
      changed.current = true
    },
    /** Null where the focus goes back to where it came from. */
    control(): HTMLElement | null {
      const at = before.current.indexOf(id)
      if (!changed.current || at === -1) return null
      const wanted = [...before.current.slice(at + 1), id, ...before.current.slice(0, at).reverse()]
      const found = wanted.map((each) => document.getElementById(detailsId(each)))
      return found.find((control) => control !== null) ?? null
    },
  }
}
