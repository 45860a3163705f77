import { type RefObject, useLayoutEffect } from 'react'

/** A button of `nav` that is disabled on the last page loses focus, which would send the keyboard to the top. */
export function useKeptFocus(nav: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (focused?.matches(':disabled') && nav.current?.contains(focused)) nav.current.focus()
  })
}
