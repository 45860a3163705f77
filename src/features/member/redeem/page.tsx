import { PageHeader } from '@/components/ui/page-header'
import { RedeemedCodes } from './redeemed-codes'
import { Voucher } from './voucher'

export function RedeemPage() {
  return (
    <>
      <PageHeader
        title="Redeem Codes"
        subtitle="A token code adds its tokens to your balance at once. You can use each code once."
      />
      <Voucher />
      <RedeemedCodes />
    </>
  )
}
