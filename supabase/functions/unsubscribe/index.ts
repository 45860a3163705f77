import { serve } from '../_shared/serve.ts'
import { createHandler, readConfig } from './handler.ts'

serve((read) => createHandler(readConfig(read)))
