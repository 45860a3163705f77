import { type MouseEvent, startTransition, useMemo, useOptimistic } from 'react'
import { type Location, useLocation, useSearchParams } from 'react-router-dom'
import { isPlainClick } from '@/lib/keys'
import { isDay } from '@/lib/local-time'
import { withoutCursor } from '@/lib/page-cursor'

type Value = string | number | boolean
/** For `null`, returns the default, which the URL omits. */
type Parser<V extends Value> = (text: string | null) => V
type Schema = Record<string, Parser<Value>>
type State<S extends Schema> = { [Name in keyof S]: ReturnType<S[Name]> }
type Changes<S extends Schema> = { [Name in keyof S]?: Value }
type Options = {
  keepPage?: boolean
  state?: unknown
  /** Rendered at once, before the router's transition: for dialogs (P13). */
  urgent?: boolean
}

/** Changes not rendered yet, because the router renders in a transition: the next change must include them. */
const pendingParams = new WeakMap<Location, URLSearchParams>()

/** Invalid values become the default. */
export const readState = <S extends Schema>(schema: S, textOf: (name: string) => string | null) =>
  Object.fromEntries(Object.entries(schema).map(([name, parse]) => [name, parse(textOf(name))])) as State<S>

/** A change replaces the history entry and resets the page unless `keepPage` (D20). */
export function useUrlState<S extends Schema>(schema: S) {
  const location = useLocation()
  const path = useMemo(() => location && window.location.pathname, [location])
  const [rendered, setQuery] = useSearchParams()
  const [query, showQuery] = useOptimistic(rendered)

  function withChanges(now: URLSearchParams, changes: Changes<S>, keepPage = false): URLSearchParams {
    const next = new URLSearchParams(now)
    if (!keepPage) withoutCursor(next)
    for (const [name, value] of Object.entries(changes)) {
      const text = value === false ? null : value === true ? '' : String(value)
      if (text === null || schema[name]?.(text) === schema[name]?.(null)) next.delete(name)
      else next.set(name, text)
    }
    return next
  }

  const linkTo = (changes: Changes<S>, { keepPage }: Options = {}) =>
    `?${withChanges(query, changes, keepPage)}`

  return {
    state: readState(schema, (name) => query.get(name)),
    set(changes: Changes<S>, { keepPage, state, urgent }: Options = {}) {
      // Does not return to a page that was left meanwhile.
      if (window.location.pathname !== path) return
      const next = withChanges(pendingParams.get(location) ?? query, changes, keepPage)
      pendingParams.set(location, next)
      startTransition(() => {
        if (urgent) showQuery(next)
        setQuery(next, { replace: true, state })
      })
    },
    linkTo,
    /** Props for a `Link` whose change is `urgent`. */
    urgentLink: (changes: Changes<S>, options: Options) => ({
      to: linkTo(changes, options),
      replace: true,
      onClick(event: MouseEvent) {
        if (!isPlainClick(event)) return
        startTransition(() => showQuery(withChanges(query, changes, options.keepPage)))
      },
    }),
  }
}

/** Without NUL, which the database cannot store. */
export const textParam: Parser<string> = (text) => (text ?? '').replaceAll('\0', '')

/** A calendar day, or ''. */
export const dayParam: Parser<string> = (text) => (text && isDay(text) ? text : '')

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const idParam: Parser<string> = (text) => (text && uuid.test(text) ? text : '')

export const flagParam: Parser<boolean> = (text) => text !== null

export const pageParam: Parser<number> = (text) => {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 1 ? page : 1
}

export function oneOf<V extends string, D extends string>(values: readonly V[], byDefault: D): Parser<V | D> {
  return (text) => values.find((value) => value === text) ?? byDefault
}
