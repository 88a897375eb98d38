import { describe, expect, it } from 'vitest';
import { writeJson } from '#practice/wire/json.ts';
import { ackFrame, errorFrame, pongFrame, readMessage, rejections, welcomeFrame } from './protocol.ts';

describe('readMessage', () => {
  it.each([
    ['{"id":"1","type":"ping"}', { type: 'ping', id: '1' }],
    [
      '{"id":"1","type":"subscribe","topic":"/a:B","privateChannel":false,"response":true}',
      { type: 'subscribe', id: '1', topic: '/a:B', wantsAck: true },
    ],
    [
      '{"id":"1","type":"unsubscribe","topic":"/a:B"}',
      { type: 'unsubscribe', id: '1', topic: '/a:B', wantsAck: false },
    ],
    ['{"id":"1","type":"subscribe","topic":""}', { type: 'subscribe', topic: null, wantsAck: false }],
    [
      '{"id":"1","type":"subscribe","topic":null,"response":"true"}',
      { type: 'subscribe', topic: null, wantsAck: false },
    ],
    ['{"type":"subscribe"}', { type: 'subscribe', id: '', topic: null }],
    ['{"id":"1","type":"openTunnel"}', { type: 'unknown', id: '1', name: 'openTunnel' }],
    ['{"id":"1"}', { type: 'unreadable' }],
    ['{"id":{},"type":"ping"}', { type: 'unreadable' }],
    ['{"id":"1","type":"subscribe","topic":7}', { type: 'unreadable' }],
    ['[]', { type: 'unreadable' }],
    ['ping', { type: 'unreadable' }],
    ['', { type: 'unreadable' }],
  ])('reads %s', (text, message) => {
    expect(readMessage(text)).toMatchObject(message);
  });
});

describe('the control frames', () => {
  it('carry a numeric id digit for digit', () => {
    const message = readMessage('{"id":1545910660739123456789,"type":"ping"}');
    if (message.type !== 'ping') throw new Error('not a ping');
    expect(writeJson(ackFrame(message.id))).toBe('{"id":1545910660739123456789,"type":"ack"}');
  });

  it('match those of the service', () => {
    expect(writeJson(welcomeFrame('hQvf8jkno'))).toBe('{"id":"hQvf8jkno","type":"welcome"}');
    expect(writeJson(pongFrame('1', 1_732_000_000_000.7))).toBe(
      '{"id":"1","type":"pong","timestamp":1732000000000000}',
    );
    expect(writeJson(errorFrame('1', rejections.topicUnknown('/x')))).toBe(
      '{"id":"1","type":"error","code":404,"data":"topic /x is not found"}',
    );
  });
});
