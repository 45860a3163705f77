import type { ReactNode } from 'react'
import type { BrowsedBenefit } from '@/entities/benefits/catalogue'
import { type BalanceSize, balanceSizes } from '@/features/member/dashboard/balance-size'
import { BalanceSum } from '@/features/member/dashboard/balance-sum'
import { formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { OfferGrid, OfferGridSkeleton } from '@/widgets/benefits/offer-grid'
import { placeholders } from './placeholders.ts'

/** Numbers that occur nowhere else, to be found in the markup. */
const balances: Record<BalanceSize, number> = { large: 987, page: 98_765, side: 987_654 }

/** Texts name their column. */
const benefit: BrowsedBenefit = {
  id: placeholders.id,
  name: '{name}',
  description: '{description}',
  image_url: '/{image_url}',
  token_value: 100,
  delivery_method: 'key',
  created_at: '',
  category_id: null,
  estimated_value: null,
  per_member_limit: null,
  opens_at: null,
  closes_at: null,
  units_left: null,
  own_orders: 0,
  is_favourite: false,
  is_awaited: false,
  is_open: true,
}

/** Texts that name a field become slots, and so do the sources of pictures. */
const template = (id: string, markup: string) =>
  `<template id="early-${id}">${markup
    .replaceAll(/ aria-label="[^"]*"/g, '')
    .replaceAll(/ src="\/\{(\w+)\}"/g, ' data-source="$1"')
    .replaceAll(/\{(\w+)\}/g, '<slot name="$1"></slot>')}</template>`

/** Other texts and icons are those of an example. */
const withoutOthers = (markup: string) =>
  markup
    .replaceAll('class="lucide', 'class="invisible lucide')
    .replaceAll(/(?<=>)([^<{]+)(?=<)/g, '<span class="rounded-sm bg-line text-transparent">$1</span>')

/** Adds what the inline script shows before the app is there: the balance, in the size of each, or the benefits. */
export function withEarlyData(path: string, page: string, render: (node: ReactNode) => string): string {
  const add = (pending: string, marked: string, ...templates: string[]) => {
    if (!page.includes(pending)) throw new Error(`${path} does not show what its templates replace`)
    return page.replace(pending, () => marked + templates.join(''))
  }
  if (path === paths.dashboard) {
    const pending = render(<BalanceSum balance={undefined} />)
    const known = balanceSizes.map((size) =>
      template(
        size,
        render(<BalanceSum balance={balances[size]} />).replaceAll(formatNumber(balances[size]), '{balance}'),
      ),
    )
    return add(pending, `<div data-early>${pending}</div>`, ...known)
  }
  if (path === paths.benefits) {
    const pending = render(<OfferGridSkeleton isCatalogue count={8} />)
    const grid = render(
      <OfferGrid isCatalogue benefits={[benefit]} balance={undefined} onRedeem={() => undefined} />,
    )
    const [card] = /<article.*<\/article>/.exec(grid) ?? []
    if (!card) throw new Error('The catalogue has no cards')
    return add(
      pending,
      pending.replace('<div', '<div data-early'),
      template('browse_benefits', withoutOthers(card)),
    )
  }
  return page
}
