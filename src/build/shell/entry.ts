import './early.ts'
import '../drawn.css'
import './shell.css'
