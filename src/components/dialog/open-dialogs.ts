import { useLayoutEffect, useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

function changeOpenCount(by: number) {
  open += by
  for (const listener of listeners) listener()
}

export function useCountAsOpen() {
  useLayoutEffect(() => {
    changeOpenCount(1)
    return () => changeOpenCount(-1)
  }, [])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function isDialogOpen(): boolean {
  return open > 0
}

export function useIsDialogOpen(): boolean {
  return useSyncExternalStore(subscribe, isDialogOpen)
}
