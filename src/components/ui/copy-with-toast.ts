import { toastError, toastSuccess } from '@/components/ui/toast'
import { copyText } from '@/lib/clipboard'

export async function copyWithToast(text: string, done: string, refused: string) {
  if (await copyText(text)) toastSuccess('Copied', done)
  else toastError('Error', refused)
}
