import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `vite preview --config …` is not needed: `vite packages/ui/preview` shows the gallery while parts are drawn. */
export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', port: 4780, strictPort: true },
})
