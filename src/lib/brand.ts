import { brand } from '../../supabase/functions/_shared/brand.ts'

// What an Edge Function imports has to be in the folder of the functions.
export { brand }
