import clsx from 'clsx'
import { Bell, Bookmark, Check } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { toastInfo } from '@/components/ui/toast'
import { useNotifyWhenAvailable, useSetFavourite } from '@/entities/benefits/wishes'

type Props = {
  benefit: { id: string; name: string }
  isFavourite: boolean | undefined
  size?: 'sm' | 'lg'
  className?: string
}

export function FavouriteButton({ benefit, isFavourite = false, size = 'sm', className }: Props) {
  const change = useSetFavourite(benefit.id)
  const isPressed = change.isPending ? change.variables : isFavourite
  return (
    <IconButton
      aria-label={`Favourite: ${benefit.name}`}
      title="Favourite"
      aria-pressed={isPressed}
      size={size}
      variant={size === 'lg' ? 'secondary' : 'quiet'}
      icon={<Bookmark className={isPressed ? 'fill-current' : undefined} />}
      className={clsx(
        isPressed ? '!text-accent' : size === 'lg' ? '!text-ink-2' : '!text-line-control',
        className,
      )}
      onClick={() => change.isPending || change.mutate(!isFavourite)}
    />
  )
}

type NotifyMeButtonProps = {
  benefit: { id: string; name: string }
  trigger: 'opens' | 'is back'
  isAwaited: boolean
  size: 'sm' | 'lg'
}

export function NotifyMeButton({ benefit, trigger, isAwaited, size }: NotifyMeButtonProps) {
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
  return (
    <Button
      size={size}
      block={isLarge}
      variant={isAwaited ? 'accent' : isLarge ? 'primary' : 'secondary'}
      icon={isAwaited ? <Check /> : <Bell />}
      busy={notify.isPending}
      onClick={() => notify.mutate(!isAwaited, { onSuccess: warnIfUnheard })}
    >
      <span>
        {isAwaited ? 'We will tell you' : 'Tell me'}
        <span className={isLarge && !isAwaited ? undefined : 'sr-only'}>
          {isLarge ? (
            ` when it ${trigger}`
          ) : (
            <>
              <span> when </span>
              <bdi>{benefit.name}</bdi>
              <span>{` ${trigger}`}</span>
            </>
          )}
        </span>
      </span>
    </Button>
  )
}
