import type { Benefit } from '@/entities/benefits/benefit'
import type { BenefitSort } from '@/entities/benefits/catalogue'

/** The index of the first benefit past the balance, by price; -1 if there is none. */
export function balanceCut(
  benefits: readonly Pick<Benefit, 'token_value'>[],
  balance: number | undefined,
  sort: BenefitSort,
): number {
  if (balance === undefined || sort === 'newest') return -1
  if (sort === 'price') return benefits.findIndex(({ token_value }) => token_value > balance)
  const cut = benefits.findIndex(({ token_value }) => token_value <= balance)
  return cut === 0 ? -1 : cut
}
