import type { ReactNode } from 'react'
import type { BrowsedBenefit } from '@/entities/benefits/benefit'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import type { OwnOrder } from '@/entities/orders/own'
import { Delivered } from '@/features/member/orders/order/delivered'
import { OrderSkeleton } from '@/features/member/orders/order/page'
import { paths } from '@/lib/paths'
import { OfferGrid, OfferGridSkeleton } from '@/widgets/benefits/offer-grid'
import { placeholders } from './placeholders.ts'

/** Texts name their column. */
const benefit = {
  id: placeholders.id,
  name: '{name}',
  description: '{description}',
  image_url: '/{image_url}',
  token_value: 100,
  delivery_method: 'key',
  is_open: true,
} as BrowsedBenefit
const order = { id: placeholders.id, status: 'delivered', benefit: null } as OwnOrder
// Its content, like that of a key or a file, is shown later than its message and instructions.
const delivery = {
  kind: 'link',
  message: '{message}',
  instructions: '{instructions}',
  delivered_at: '2026-01-01T12:00Z',
  next_report: null,
} as DeliveryStatus

const benefits = { benefits: [benefit], balance: undefined, onRedeem: () => undefined }

const early: Record<string, { pending: ReactNode; example: ReactNode }> = {
  [paths.dashboard]: {
    pending: <OfferGridSkeleton isCatalogue={false} count={4} />,
    example: <OfferGrid {...benefits} />,
  },
  [paths.benefits]: {
    pending: <OfferGridSkeleton isCatalogue count={8} />,
    example: <OfferGrid isCatalogue {...benefits} />,
  },
  [paths.order]: {
    pending: <OrderSkeleton />,
    example: <Delivered order={order} delivery={delivery} />,
  },
}

/** Texts that name a column become slots, and so do the sources of pictures; other texts and icons are those of the example. */
const template = (row: string) =>
  `<template id="early-row">${row
    .replaceAll(/ aria-label="[^"]*"/g, '')
    .replaceAll('class="lucide', 'class="invisible lucide')
    .replaceAll(/(?<=>)([^<{]+)(?=<)/g, '<span class="rounded-sm bg-line text-transparent">$1</span>')
    .replaceAll(/ src="\/\{(\w+)\}"/g, ' data-source="$1"')
    .replaceAll(/\{(\w+)\}/g, '<slot name="$1"></slot>')}</template>`

/** Adds what the inline script shows before the app is there: benefits, or what was delivered. */
export function withEarlyRows(path: string, page: string, render: (node: ReactNode) => string): string {
  const parts = early[path]
  if (!parts) return page
  const pending = render(parts.pending)
  const [row] = /<(article|section).*<\/\1>/.exec(render(parts.example)) ?? []
  if (!row || !page.includes(pending)) throw new Error(`${path} shows no rows`)
  return page.replace(pending, () => pending.replace('<div', '<div data-early') + template(row))
}
