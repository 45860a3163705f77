import type { ReactNode } from 'react'
import type { BrowsedBenefit } from '@/entities/benefits/benefit'
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

/** Texts that name a column become slots, and so do the sources of pictures; other texts and icons are those of the example. */
const template = (card: string) =>
  `<template id="early-card">${card
    .replaceAll(/ aria-label="[^"]*"/g, '')
    .replaceAll('class="lucide', 'class="invisible lucide')
    .replaceAll(/(?<=>)([^<{]+)(?=<)/g, '<span class="rounded-sm bg-line text-transparent">$1</span>')
    .replaceAll(/ src="\/\{(\w+)\}"/g, ' data-source="$1"')
    .replaceAll(/\{(\w+)\}/g, '<slot name="$1"></slot>')}</template>`

/** Adds what the inline script shows of benefits before the app is there. */
export function withEarlyCards(path: string, page: string, render: (node: ReactNode) => string): string {
  if (path !== paths.dashboard && path !== paths.benefits) return page
  const isCatalogue = path === paths.benefits
  const pending = render(<OfferGridSkeleton isCatalogue={isCatalogue} count={isCatalogue ? 8 : 4} />)
  const example = { benefits: [benefit], balance: undefined, onRedeem: () => undefined }
  const [card] =
    /<article.*<\/article>/.exec(render(<OfferGrid isCatalogue={isCatalogue} {...example} />)) ?? []
  if (!card || !page.includes(pending)) throw new Error(`${path} shows no benefits`)
  return page.replace(pending, () => pending.replace('<div', '<div data-early') + template(card))
}
