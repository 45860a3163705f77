import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'

/*
 * What is open above the page: dialogs, sheets, menus, the drawer. Each has an entry in the history, so that Back closes it
 * instead of leaving the page. Entries are matched to what is open in a later task, and only once the history, which is
 * asynchronous, has arrived: a dialog that replaces another takes over its entry, and no Back of an earlier one closes it.
 */

type Entry = { idx?: number; layers?: number } | null
type Removal = { by: number; to: number; state: Entry; url?: string }

const layers = new Set<{ close: () => void }>()
const listeners = new Set<() => void>()
let isFollowing = false
/** The current history entry: how many of `layers` it and the entries below it stand for, and its number in the router. */
let depth = 0
let idx: number | undefined
/** Set while the top entries are being removed; what the router wrote into them goes to the one below. */
let removal: Removal | undefined

/** In ms. A layer that has not closed by then, because it is busy, gets its entry back. */
const closingMs = 500
/** In ms. A traversal that another navigation has cancelled never arrives. */
const traversalMs = 1_000

const entry = (): Entry => window.history.state
const tag = (state: Entry, layers: number, url?: string) =>
  window.history.replaceState({ ...state, layers: layers || undefined }, '', url)

function traverse(next: Removal) {
  removal = next
  window.history.go(-next.by)
  setTimeout(() => {
    if (removal !== next) return
    removal = undefined
    syncHistory()
  }, traversalMs)
}

/** Gives each open layer an entry, and removes those of closed ones; the router may have replaced or added entries. */
export function syncHistory() {
  if (!isFollowing) return
  const state = entry()
  if (removal) Object.assign(removal, { state, url: window.location.href })
  if (removal) return
  if (state?.layers !== undefined) depth = state.layers
  else if (state?.idx !== idx) depth = 0
  else if (depth > 0) tag(state, depth)
  idx = state?.idx
  const to = layers.size
  if (to < depth) traverse({ by: depth - to, to, state: entry(), url: window.location.href })
  while (to > depth) window.history.pushState({ ...entry(), layers: ++depth }, '')
}

const guards = new Set<() => boolean>()

/** `guard` runs on Back and Forward before the router; it returns true if it went back itself. Returns the function that removes it. */
export function addHistoryGuard(guard: () => boolean): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

function arrive(event: PopStateEvent) {
  if (!removal && [...guards].some((guard) => guard())) return event.stopImmediatePropagation()
  const state: Entry = event.state
  depth = state?.layers ?? 0
  idx = state?.idx
  if (!removal) {
    const closing = [...layers].slice(depth).reverse()
    setTimeout(() => {
      for (const layer of closing) layer.close()
      setTimeout(syncHistory, closing.length > 0 ? closingMs : 0)
    })
    return
  }
  event.stopImmediatePropagation()
  const { by, to, state: carried, url } = removal
  removal = undefined
  // Another page was opened meanwhile, and this has left it.
  if (depth > to && by > 0) return traverse({ by: -by, to: 0, state: null })
  if (by > 0) tag({ ...carried, idx }, to, url)
  setTimeout(syncHistory)
}

/** Call it before the router listens, which must not see the entries of layers. */
export function listenToHistory() {
  isFollowing = true
  window.addEventListener('popstate', arrive)
}

function matchLater() {
  for (const listener of listeners) listener()
  setTimeout(syncHistory)
}

/** Returns the function that removes it. */
export function addLayer(close: () => void): () => void {
  const layer = { close }
  layers.add(layer)
  matchLater()
  return () => {
    layers.delete(layer)
    matchLater()
  }
}

/** For as long as the component is mounted; Back calls `onClose`. */
export function useLayer(onClose: () => void) {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => addLayer(() => close()), [])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** `besides`: how many may be open. */
export function isDialogOpen(besides = 0): boolean {
  return layers.size > besides
}

export function useIsDialogOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isDialogOpen())
}
