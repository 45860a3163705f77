import { PageHeader } from '@/components/ui/page-header'
import { RedeemedCodes } from './redeemed-codes'
import { Voucher } from './voucher'

/** Redeem Codes (chapter 2): a voucher to fill in, and what was redeemed before. */
export function RedeemPage() {
  return (
    <>
      <PageHeader
        title="Redeem Codes"
        subtitle="A token code adds its tokens to your balance at once. Each code works one time."
      />
      <Voucher />
      <RedeemedCodes />
    </>
  )
}
