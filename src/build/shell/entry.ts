import './early.ts'
import '../prerendered.css'
import './shell.css'
