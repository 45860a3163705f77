import { Copy } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { copyFailure, copyWithToast } from '@/components/ui/copy-button'

type Props = { text: string; label: string; done: string; iconOnly?: boolean }

export function CopyButton({ text, label, done, iconOnly = false }: Props) {
  const copy = () => copyWithToast(text, done, copyFailure('the text'))

  return iconOnly ? (
    <IconButton aria-label={label} variant="secondary" size="md" icon={<Copy />} onClick={copy} />
  ) : (
    <Button size="sm" variant="quiet" icon={<Copy />} aria-label={label} onClick={copy}>
      Copy
    </Button>
  )
}
