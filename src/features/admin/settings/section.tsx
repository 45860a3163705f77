import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'

export const idOf = (title: string) => `settings-${title.toLowerCase()}`

type Props = { title: string; intro: string; children: ReactNode }

export function Section({ title, intro, children }: Props) {
  return (
    <section
      aria-labelledby={idOf(title)}
      className="grid scroll-mt-6 gap-x-10 gap-y-4 border-t border-ink pt-5 @min-[56.25rem]:grid-cols-[220px_minmax(0,1fr)]"
    >
      <div>
        <h2 id={idOf(title)} className="scroll-mt-6 text-base font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-ink-muted">{intro}</p>
      </div>
      <div className="@container min-w-0">{children}</div>
    </section>
  )
}

type FooterProps = { scope?: ReactNode; note: ReactNode; children: ReactNode }

export function SectionFooter({ scope, note, children }: FooterProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2.5 border-t border-line pt-4">
      <p className="min-w-[200px] flex-1 text-xs text-ink-2">
        {scope} {note}
      </p>
      {children}
    </div>
  )
}

export function SaveButtons(props: { isDirty: boolean; busy: boolean; onDiscard: () => void }) {
  const { isDirty, busy, onDiscard } = props
  return (
    <>
      {isDirty ? (
        <Button
          variant="quiet"
          disabled={busy}
          onClick={({ currentTarget }) => {
            // Discarding removes the button.
            currentTarget.form?.querySelector<HTMLElement>('input, select, textarea')?.focus()
            onDiscard()
          }}
        >
          Discard
        </Button>
      ) : null}
      <Button
        type="submit"
        variant={isDirty ? 'primary' : undefined}
        disabled={!isDirty}
        busy={busy}
        busyLabel="Saving..."
      >
        Save
      </Button>
    </>
  )
}
