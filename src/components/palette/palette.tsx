import clsx from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Dialog } from '@/components/dialog/dialog'
import { controlStyle } from '@/components/form/field'
import { isComposing } from '@/lib/keys'

export type PaletteItem = { id: string; title: string; details?: string; to: string }
export type PaletteGroup = { name: string; items: readonly PaletteItem[] }

type Props = {
  hint: string
  term: string
  onTerm: (term: string) => void
  groups: readonly PaletteGroup[]
  status: string
  problem?: ReactNode
  onClose: () => void
}

/** Arrow keys choose, Enter opens. Import with `lazyDialog` (uses Radix). */
export function Palette({ hint, term, onTerm, groups, status, problem, onClose }: Props) {
  const base = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const items = groups.flatMap((group) => group.items)
  const [chosen, choose] = useState<string>()
  const at = Math.max(
    items.findIndex(({ id }) => id === chosen),
    0,
  )
  const active = items[at]
  const optionId = (item: PaletteItem) => `${base}-${item.id}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  function handleKeyDown(event: KeyboardEvent) {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key]
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && active) document.getElementById(optionId(active))?.click()
    else if (to !== undefined) choose(items[(to + items.length) % items.length]?.id)
    else return
    event.preventDefault()
  }

  return (
    <Dialog wide title="Search" description={`${hint}.`} focusFirst={field} onClose={onClose}>
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-label={hint}
        aria-expanded={items.length > 0}
        aria-controls={items.length > 0 ? `${base}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(active)}
        autoComplete="off"
        enterKeyHint="go"
        maxLength={100}
        value={term}
        onChange={({ target }) => {
          onTerm(target.value)
          choose(undefined)
        }}
        onKeyDown={handleKeyDown}
        className={clsx(controlStyle, 'min-h-12 text-base')}
      />
      <p role="status" className={clsx('text-ink-muted', items.length > 0 && 'sr-only')}>
        {status}
      </p>
      <div className="h-[min(55dvh,440px)] overflow-auto" ref={list}>
        {problem}
        {items.length > 0 ? (
          <div id={`${base}-list`} role="listbox" aria-label="Results" tabIndex={-1} className="grid gap-4">
            {groups.map(({ name, items: found }) =>
              found.length > 0 ? (
                <Group key={name} name={name}>
                  {found.map((item) => (
                    <Option
                      key={item.id}
                      id={optionId(item)}
                      item={item}
                      selected={item === active}
                      onChoose={onClose}
                    />
                  ))}
                </Group>
              ) : null,
            )}
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <p id={id} className="border-b border-ink pb-1.5 text-xs font-medium text-ink-muted">
        {name}
      </p>
      {children}
    </fieldset>
  )
}

type OptionProps = { id: string; item: PaletteItem; selected: boolean; onChoose: () => void }

function Option({ id, item: { title, details, to }, selected, onChoose }: OptionProps) {
  return (
    <Link
      id={id}
      to={to}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      onClick={onChoose}
      className="flex min-h-11 items-center justify-between gap-x-4 border-b max-md:flex-col max-md:items-start max-md:justify-center border-line px-3 py-2 no-underline [overflow-wrap:anywhere] hover:bg-surface-hover aria-selected:bg-accent-soft"
    >
      <bdi className="font-medium">{title}</bdi>
      {details ? <bdi className="text-xs text-ink-muted md:text-right">{details}</bdi> : null}
    </Link>
  )
}
