import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'

type Props = {
  title: string
  children?: ReactNode
  onRetry: () => void
  busy?: boolean
}

export function LoadError({ title, children, onRetry, busy = false }: Props) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-3.5 rounded border border-danger-line bg-danger-soft px-[18px] py-4"
    >
      <TriangleAlert aria-hidden="true" className="mt-px text-danger" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{title}</p>
        {children ? <div className="text-ink-2">{children}</div> : null}
      </div>
      <Button
        size="sm"
        className="self-center max-md:w-full"
        busy={busy}
        busyLabel="Trying..."
        onClick={onRetry}
      >
        Try again
      </Button>
    </div>
  )
}
