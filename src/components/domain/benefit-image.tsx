import clsx from 'clsx'
import { useState } from 'react'
import { isPictureAddress } from '@/lib/picture-address'
import { Coin } from './coin'

type Size = 'thumb' | 'medium' | 'cover'
type Props = { src: string | null | undefined; size?: Size; eager?: boolean; className?: string }

const sizes: Record<Size, { box: string; coin: string; width: number; height: number }> = {
  thumb: { box: 'h-[35px] w-14 rounded-sm', coin: 'size-4', width: 56, height: 35 },
  medium: {
    box: 'h-[70px] w-28 rounded-md max-md:h-[45px] max-md:w-[72px]',
    coin: 'size-6',
    width: 112,
    height: 70,
  },
  cover: { box: 'aspect-[16/10] w-full rounded', coin: 'size-14', width: 480, height: 300 },
}

/** 16:10; a coin if there is no picture or it fails to load. */
export function BenefitImage({ src, size = 'cover', eager = false, className }: Props) {
  const [failed, setFailed] = useState<string>()
  const { box, coin, width, height } = sizes[size]
  const look = clsx('flex-none bg-surface-sunk', box, className)
  return src && src !== failed && isPictureAddress(src) ? (
    <img
      src={src}
      alt=""
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailed(src)}
      className={clsx('object-cover', look)}
    />
  ) : (
    <span className={clsx('grid place-items-center border border-line', look)}>
      <Coin reeded={size === 'cover'} className={clsx('opacity-60', coin)} />
    </span>
  )
}

/** Shows the picture before the app can, if it is within a pending row of `benefits`. */
export function BenefitImageSkeleton() {
  return (
    <span className={clsx('block overflow-hidden bg-line', sizes.cover.box)}>
      <img alt="" data-field="image_url" className="block size-full object-cover" />
    </span>
  )
}
