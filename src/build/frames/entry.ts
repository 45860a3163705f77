import './prefetch-script.ts'
import '../prerendered.css'
import './frame.css'
