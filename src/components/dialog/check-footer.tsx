import { Button } from '@/components/ui/button'

type Props = {
  what: string
  disabled: boolean
  busy?: boolean
  onCancel: () => void
}

/** Of a dialog whose lines are checked before anything is done. */
export function CheckFooter({ what, disabled, busy, onCancel }: Props) {
  return (
    <>
      <Button variant="quiet" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        variant="primary"
        disabled={disabled}
        busy={busy}
        busyLabel={busy === undefined ? undefined : 'Checking...'}
      >
        {`Check ${what}`}
      </Button>
    </>
  )
}
