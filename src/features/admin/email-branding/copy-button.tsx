import { Copy } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { copyText } from '@/lib/clipboard'

type Props = { text: string; label: string; done: string; iconOnly?: boolean }

export function CopyButton({ text, label, done, iconOnly = false }: Props) {
  async function copy() {
    if (await copyText(text)) toastSuccess('Copied', done)
    else toastError('Error', 'The browser did not allow copying. Select the text and copy it by hand.')
  }

  return iconOnly ? (
    <IconButton aria-label={label} variant="secondary" size="md" icon={<Copy />} onClick={copy} />
  ) : (
    <Button size="sm" variant="quiet" icon={<Copy />} aria-label={label} onClick={copy}>
      Copy
    </Button>
  )
}
