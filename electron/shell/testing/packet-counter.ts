import { createSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';

/** A UDP socket and a TCP listener of one port on this machine. They never answer and count every sender. */
export interface PacketCounter {
  readonly port: number;
  readonly counted: () => { readonly datagrams: number; readonly connections: number };
  readonly close: () => void;
}

export async function startPacketCounter(): Promise<PacketCounter> {
  let datagrams = 0;
  let connections = 0;
  const open = new Set<Socket>();
  const server = createServer(socket => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => {}); // a sender that disconnects has been counted
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const socket = createSocket({ type: 'udp6', ipv6Only: false });
  socket.on('message', () => {
    datagrams += 1;
  });
  await new Promise<void>(resolve => socket.bind(address.port, resolve));
  return {
    port: address.port,
    counted: () => ({ datagrams, connections }),
    close: () => {
      for (const connection of open) connection.destroy();
      server.close();
      socket.close();
    },
  };
}
