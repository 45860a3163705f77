// The style of the shell: built apart, and put into its page.
import '../drawn.css'
import './shell.css'
