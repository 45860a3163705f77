import clsx from 'clsx'
import { Bookmark } from 'lucide-react'
import { IconButton } from '@/components/ui/icon-button'
import { useSetFavourite } from '@/entities/benefits/wishes'

type Props = {
  benefit: { id: string; name: string }
  isFavourite: boolean | undefined
  size?: 'sm' | 'lg'
  className?: string
}

export function FavouriteButton({ benefit, isFavourite = false, size = 'sm', className }: Props) {
  const change = useSetFavourite(benefit.id)
  const pressed = change.isPending ? change.variables : isFavourite
  return (
    <IconButton
      aria-label={`Favourite: ${benefit.name}`}
      title="Favourite"
      aria-pressed={pressed}
      size={size}
      variant={size === 'lg' ? 'secondary' : 'quiet'}
      icon={<Bookmark className={pressed ? 'fill-current' : undefined} />}
      className={clsx(
        pressed ? '!text-accent' : size === 'lg' ? '!text-ink-2' : '!text-line-control',
        className,
      )}
      onClick={() => change.isPending || change.mutate(!isFavourite)}
    />
  )
}
