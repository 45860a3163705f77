import { Button } from '@/components/ui/button'

export function NotEnoughTokens({ benefitName }: { benefitName: string }) {
  return (
    <Button size="sm" disabled aria-label={`Not Enough Tokens for ${benefitName}`}>
      Not Enough Tokens
    </Button>
  )
}
