import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/lib/paths'
import { isPictureAddress } from '@/lib/picture-address'
import { Price } from './price'
import { Coin } from './token-amount'

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

type BenefitCardProps = {
  benefit: { id?: string; name: string; description: string; token_value: number; image_url: string | null }
  /** Of the link. */
  state?: unknown
  balance: number | undefined
  /** One level below the list's heading. */
  heading?: 'h2' | 'h3'
  eager?: boolean
  aside?: ReactNode
  mark?: ReactNode
  /** Replaces the remaining balance: 'sold out'. */
  instead?: string
  unavailable?: boolean
  action: ReactNode
}

const frame =
  '@container/card relative grid min-w-0 grid-cols-[minmax(0,1fr)] content-start max-md:grid-cols-[116px_minmax(0,1fr)] max-md:gap-x-3.5 max-md:border-b max-md:border-line max-md:py-5 max-md:first:pt-0'
const titleLine = 'mt-3.5 flex items-start gap-2 max-md:mt-0'
const nameStyle =
  'line-clamp-2 min-w-0 flex-1 text-base/[1.375rem] font-semibold tracking-[-.005em] [overflow-wrap:anywhere]'
const descriptionStyle =
  'mt-1 line-clamp-2 min-h-10 self-start text-sm text-ink-muted [overflow-wrap:anywhere] max-md:mt-0.5 max-md:min-h-0'
const picture = 'max-md:row-span-2 max-md:h-[73px] max-md:w-[116px]'
/** One breakpoint for all cards of a grid, so that prices and buttons align. */
const foot =
  'relative flex min-h-16 items-center justify-between gap-2 border-t border-line max-md:col-span-2 max-md:min-h-[52px] max-md:border-0 max-md:pt-0 @max-[15.9375rem]/card:flex-col @max-[15.9375rem]/card:items-stretch'
const belowText = 'mt-3.5 pt-3.5 max-md:mt-2.5'
const belowMark = 'mt-3 pt-3 max-md:mt-0.5'

export function BenefitCard({
  benefit,
  state,
  balance,
  heading: Heading = 'h3',
  eager,
  aside,
  mark,
  instead,
  unavailable,
  action,
}: BenefitCardProps) {
  const { id, name, description, token_value, image_url } = benefit
  const isTooExpensive = balance !== undefined && balance < token_value
  return (
    <article className={`${frame} grid-rows-[auto_auto_1fr_auto] max-md:grid-rows-[auto_auto_auto]`}>
      <BenefitImage
        src={image_url}
        eager={eager}
        className={clsx(picture, (isTooExpensive || unavailable) && 'opacity-55 grayscale-[.35]')}
      />
      <div className={titleLine}>
        <Heading className={nameStyle}>
          {id === undefined ? (
            <bdi>{name}</bdi>
          ) : (
            // Covers the card, also below the picture and the text, but not the buttons.
            <Link
              to={paths.benefitOf(id)}
              state={state}
              className="after:absolute after:inset-0 hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
          )}
        </Heading>
        {aside}
      </div>
      <p className={descriptionStyle}>{description}</p>
      {mark}
      <div className={clsx(foot, mark ? belowMark : belowText)}>
        <Price value={token_value} balance={balance} instead={instead} />
        {action}
      </div>
    </article>
  )
}

export function BenefitCardSkeleton({ aside, mark }: Pick<BenefitCardProps, 'aside' | 'mark'>) {
  return (
    <div aria-hidden="true" className={frame}>
      <Skeleton className={clsx('aspect-[16/10] w-full max-md:aspect-auto', picture)} />
      <div className={titleLine}>
        <p className={nameStyle}>
          <Skeleton className="h-[22px] w-3/5" />
        </p>
        {aside}
      </div>
      <p className={descriptionStyle}>
        <Skeleton className="h-10 w-full" />
      </p>
      {mark}
      <div className={clsx(foot, mark ? belowMark : belowText)}>
        <Skeleton className="h-8 w-16" />
        <Skeleton className="h-[34px] w-20 max-md:h-11" />
      </div>
    </div>
  )
}

export function BenefitGrid({ children, busy }: { children: ReactNode; busy?: boolean }) {
  return (
    <div
      aria-busy={busy || undefined}
      className="grid gap-x-6 gap-y-9 max-md:gap-0 md:grid-cols-2 md:@min-[51rem]:grid-cols-3 md:@min-[68.5rem]:grid-cols-4"
    >
      {children}
    </div>
  )
}
