import clsx from 'clsx'
import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { controlStyle } from '@/components/form/field'
import { IconButton } from '@/components/ui/button'
import { isComposing } from '@/lib/keys'
import { textParam, useUrlState } from './use-url-state'

type Props = {
  /** Also the default placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  className?: string
}

/** `/` focuses it, Escape and the cross clear it. */
export function SearchField({ label, value, onChange, placeholder = label, className }: Props) {
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    function focus(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]'))
        return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  function clear() {
    onChange('')
    input.current?.focus()
  }

  return (
    <span className={clsx('relative block min-w-0', className)}>
      <Search className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-muted" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        autoComplete="off"
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value && !isComposing(event.nativeEvent)) clear()
        }}
        className={clsx(controlStyle, 'px-[38px]')}
      />
      {value ? (
        <IconButton
          aria-label="Clear search"
          icon={<X />}
          className="absolute top-1/2 right-[3px] -translate-y-1/2 max-md:right-0"
          onClick={clear}
        />
      ) : (
        <kbd className="pointer-events-none absolute top-1/2 right-[9px] min-w-[22px] -translate-y-1/2 rounded-md border border-line-strong bg-surface text-center font-sans text-xs/5 font-medium text-ink-muted max-md:hidden">
          /
        </kbd>
      )}
    </span>
  )
}

const debounceMs = 250
const params = { q: textParam }

/** `typed` is the field's text, `search` the URL's `q`, 250 ms later. */
export function useSearchText() {
  const { state, set } = useUrlState(params)
  const search = state.q
  const [typed, setTyped] = useState(search)
  /** What the address shows, and what the field has put there since. */
  const knownSearches = useRef([search])
  const [initialPath] = useState(() => window.location.pathname)

  useEffect(() => {
    const at = knownSearches.current.lastIndexOf(search)
    // On a busy machine its own change may arrive when more has been typed.
    knownSearches.current = at < 0 ? [search] : knownSearches.current.slice(at)
    if (at < 0) setTyped(search)
  }, [search])

  const write = useEffectEvent((text: string) => {
    // Still mounted while the next page loads: a write would cancel that navigation.
    if (window.location.pathname !== initialPath) return
    knownSearches.current.push(text)
    set({ q: text })
  })

  useEffect(() => {
    const text = typed.trim()
    if (text === knownSearches.current.at(-1)) return
    const timer = setTimeout(() => write(text), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])

  return { typed, search, setTyped }
}
