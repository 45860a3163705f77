import { Bell, Check } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { toastInfo } from '@/components/ui/toast'
import { useNotifyWhenAvailable } from '@/entities/benefits/wishes'

type Props = {
  benefit: { id: string; name: string }
  until: 'opens' | 'is back'
  isAwaited: boolean
  size: 'sm' | 'lg'
}

export function TellMeButton({ benefit, until, isAwaited, size }: Props) {
  const notify = useNotifyWhenAvailable(benefit.id)
  const warnIfUnheard = (isHeard: boolean) => {
    if (!isHeard) {
      toastInfo(
        'Notifications about favourites are off',
        'To be notified, switch them on in Your Profile, under Notifications.',
      )
    }
  }
  const isLarge = size === 'lg'
  const words = isLarge ? `Tell me when it ${until}` : 'Tell me'
  return (
    <Button
      size={size}
      block={isLarge}
      variant={isAwaited ? 'accent' : isLarge ? 'primary' : 'secondary'}
      icon={isAwaited ? <Check aria-hidden="true" /> : <Bell aria-hidden="true" />}
      aria-pressed={isAwaited}
      aria-label={isLarge ? undefined : `Tell me when ${benefit.name} ${until}`}
      busy={notify.isPending}
      onClick={() => notify.mutate(!isAwaited, { onSuccess: warnIfUnheard })}
    >
      {isAwaited ? 'We will tell you' : words}
    </Button>
  )
}
