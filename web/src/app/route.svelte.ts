// The router: the address decides which page is shown.

import { BASE } from '../net/address'

class Route {
  path = $state(location.pathname)

  constructor() {
    addEventListener('popstate', () => (this.path = location.pathname))
  }
  go(path: string): void {
    history.pushState(null, '', path)
    this.path = location.pathname
    scrollTo(0, 0)
  }
  /** The parts of the address: /rules/mindup is ["rules", "mindup"]. */
  get parts(): string[] {
    return this.path.slice(BASE.length).split('/').filter(Boolean)
  }
}

export const route = new Route()

/** Let a link change the page without a reload. */
export function inside(link: HTMLAnchorElement): { destroy: () => void } {
  const follow = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    route.go(link.pathname + link.hash)
  }
  link.addEventListener('click', follow)
  return { destroy: () => link.removeEventListener('click', follow) }
}
