import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery.tsx'
import '../src/styles/index.css'
import './gallery.css'

const theme = location.search.includes('daylight') ? 'daylight' : 'space'
document.documentElement.dataset['theme'] = theme
const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery theme={theme} />)
