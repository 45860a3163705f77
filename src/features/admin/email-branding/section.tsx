import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { copyFailure, copyWithToast } from '@/components/ui/copy-button'

type Props = { title: string; aside?: ReactNode; children: ReactNode }

export function Section({ title, aside, children }: Props) {
  return (
    <section className="min-w-0">
      <div className="mb-2 flex min-h-[34px] flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-base font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

type CopyButtonProps = { text: string; label: string; done: string; iconOnly?: boolean }

export function CopyButton({ text, label, done, iconOnly = false }: CopyButtonProps) {
  const copy = () => copyWithToast(text, done, copyFailure('the text'))

  return iconOnly ? (
    <IconButton aria-label={label} variant="secondary" size="md" icon={<Copy />} onClick={copy} />
  ) : (
    <Button size="sm" variant="quiet" icon={<Copy />} aria-label={label} onClick={copy}>
      Copy
    </Button>
  )
}
