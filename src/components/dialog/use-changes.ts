import { type RefObject, useRef } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** `data-saved`: of a control that takes effect at once. */
const controls = ':is(textarea, select, input:not([type=search])):not([readonly], [data-saved])'

const stateOf = (control: Control) =>
  control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)
    ? control.checked
    : control.value

/** The controls of a dialog that were changed by hand, and not back. */
export function useChanges(box: RefObject<HTMLElement | null>) {
  const before = useRef(new Map<Control, string | boolean>())
  const changed = useRef(new Set<EventTarget>())
  const all = () => [...(box.current?.querySelectorAll<Control>(controls) ?? [])]
  return {
    /** Before every key and click: what was loaded or filled in until then is no change. */
    remember() {
      for (const control of all())
        if (!changed.current.has(control)) before.current.set(control, stateOf(control))
    },
    add: (control: EventTarget) => changed.current.add(control),
    hasAny: () =>
      all().some(
        (control) => changed.current.has(control) && stateOf(control) !== before.current.get(control),
      ),
  }
}
