import { Dialog } from '@/components/dialog/dialog'
import { Switch } from '@/components/form/checkbox'
import { Button } from '@/components/ui/button'
import { chooseShortcuts, useShortcutChoice } from './use-shortcuts'

export type KeyGroup = { title: string; keys: readonly { label: string; shortcut: readonly string[] }[] }
type Props = { groups: readonly KeyGroup[]; note: string; onClose: () => void }

export function KeyboardSheet({ groups, note, onClose }: Props) {
  const on = useShortcutChoice()
  return (
    <Dialog
      wide
      title="Keyboard"
      description="Press ? anywhere to see this again."
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {groups.map(({ title, keys }) => (
        <section key={title} aria-label={title}>
          <h3 className="border-b border-ink pb-1.5 text-xs font-medium text-ink-muted">{title}</h3>
          <dl className="grid gap-x-10 md:grid-cols-2">
            {keys.map(({ label, shortcut }) => (
              <div key={label} className="flex items-center justify-between gap-3 border-b border-line py-2">
                <dt>{label}</dt>
                <dd className="flex gap-1">
                  {shortcut.map((key) => (
                    <kbd
                      key={key}
                      className="min-w-[22px] rounded-md border border-line-strong bg-surface px-1.5 text-center font-sans text-xs/5 font-medium text-ink-2"
                    >
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        label="Single keys"
        hint="Turn them off if you dictate, or press keys by accident. ? still opens this."
        checked={on}
        data-saved
        onChange={({ target }) => chooseShortcuts(target.checked)}
      />
      <p className="text-xs text-ink-muted">{note}</p>
    </Dialog>
  )
}
