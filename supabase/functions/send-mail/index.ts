import { serve } from '../_shared/serve.ts'
import { readConfig } from './config.ts'
import { createHandler } from './handler.ts'

serve((read) => createHandler(readConfig(read)))
