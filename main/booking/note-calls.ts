/** Returns the same service; each call of it also calls `onCall`. */
export const noteCalls = <Service extends object>(service: Service, onCall: () => void): Service =>
  new Proxy(service, {
    get: (target, name, receiver) => {
      const found: unknown = Reflect.get(target, name, receiver)
      if (typeof found !== 'function') return found
      return (...input: unknown[]): unknown => {
        onCall()
        return found(...input)
      }
    },
  })
