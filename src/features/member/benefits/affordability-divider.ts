import type { Benefit } from '@/entities/benefits/benefit'
import type { BenefitSort } from '@/entities/benefits/catalogue'

type Divider = {
  /** Of the first benefit after the cut. */
  index: number
  /** Undefined if not all of them are loaded. */
  unaffordable: number | undefined
}

/** Where the balance divides a list sorted by price; undefined if it does not. */
export function affordabilityDivider(
  benefits: readonly Pick<Benefit, 'token_value'>[],
  balance: number | undefined,
  sort: BenefitSort,
  isAll: boolean,
): Divider | undefined {
  if (balance === undefined) return undefined
  if (sort === 'price') {
    const index = benefits.findIndex(({ token_value }) => token_value > balance)
    return index < 0 ? undefined : { index, unaffordable: isAll ? benefits.length - index : undefined }
  }
  if (sort !== 'price-down') return undefined
  const index = benefits.findIndex(({ token_value }) => token_value <= balance)
  return index < 1 ? undefined : { index, unaffordable: index }
}
